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
