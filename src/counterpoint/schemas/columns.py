"""What a schema is made of: Arrow types, and columns with unit and meaning."""

from dataclasses import dataclass

import pyarrow as pa

STRING, BOOL, FLOAT = pa.string(), pa.bool_(), pa.float64()
INT8, INT16, INT32, INT64, UINT8 = pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8()
STRINGS = pa.list_(pa.field("element", STRING, nullable=False))
INDICES = pa.list_(pa.field("element", INT8, nullable=False))
FLOATS = pa.list_(pa.field("element", FLOAT, nullable=False))
PARTS = pa.list_(
    pa.field(
        "element",
        pa.struct([pa.field("kind", STRING, nullable=False), pa.field("value", STRING, nullable=False)]),
        nullable=False,
    )
)


@dataclass(frozen=True)
class Column:
    """One column of a table: what it is called, what it holds, and what a value means."""

    name: str
    type: pa.DataType
    meaning: str
    unit: str = ""
    nullable: bool = False


def col(name: str, type: pa.DataType, meaning: str, unit: str = "") -> Column:
    """Return a column that has a value in every row."""
    return Column(name, type, meaning, unit)


def opt(name: str, type: pa.DataType, meaning: str, unit: str = "") -> Column:
    """Return a column in which a value may be absent."""
    return Column(name, type, meaning, unit, nullable=True)


def interval(name: str, meaning: str, unit: str) -> tuple[Column, ...]:
    """Return the columns of a value with both ends of its 95 % interval."""
    return (
        opt(name, FLOAT, meaning, unit),
        opt(f"{name}_low", FLOAT, "lower end of its 95 % interval", unit),
        opt(f"{name}_high", FLOAT, "upper end", unit),
    )


MODEL = col("model", STRING, "model")
WHO = (MODEL, col("group", STRING, "proprietary, open, embedded or planted"))
COUNTS = (
    col("n_items", INT32, "items behind the values"),
    col("left_out", INT32, "trials left out of the denominator"),
    col("note", STRING, "why a value or its interval is absent; empty if none is"),
)
LEFT_OUT = (
    MODEL,
    col("cell", STRING, "cell"),
    col("status", STRING, "status of the response, judge_failed, or skipped"),
    opt("failure_class", STRING, "class of a failure, or reason of a skip"),
    col("trials", INT32, "trials left out of the denominator"),
    col("share", FLOAT, "of the cell's planned trials", "0 to 1"),
)
"""A suite's table of trials that are in no denominator."""


def truth_columns(breakdown: str, level: str, true_value: str, unit: str = "") -> tuple[Column, ...]:
    """Return the columns of what is true of a planted respondent, from what three of them mean and the value's unit."""
    return (
        col("model", STRING, "planted respondent, as the run names it"),
        col("respondent", STRING, "kind of respondent"),
        col("statistic", STRING, "statistic, in the vocabulary of estimates"),
        col("cell", STRING, "cell or pair of cells"),
        col("variant", STRING, "reading of the statistic, as in estimates"),
        col("breakdown", STRING, breakdown),
        col("level", STRING, level),
        col("true_value", FLOAT, true_value, unit),
    )


def estimated_columns(unit: str = "") -> tuple[Column, ...]:
    """Return the columns that stand beside a true value: what was estimated, and whether its interval holds it."""
    return (
        opt("estimate", FLOAT, "what the run estimated", unit),
        opt("low", FLOAT, "lower end of its 95 % interval", unit),
        opt("high", FLOAT, "upper end", unit),
        opt("covered", BOOL, "whether the interval holds the true value; null where none can be expected to"),
    )
