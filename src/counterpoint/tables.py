"""Parquet tables, written and read: whole or block by block, always held against their schema."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from counterpoint.errors import UserError
from counterpoint.files import write_atomically
from counterpoint.schemas import SCHEMAS

if TYPE_CHECKING:
    import pandas as pd


def arrow_schema(name: str) -> pa.Schema:
    """Return the Arrow schema of a table, each field carrying its unit and meaning as metadata."""
    return pa.schema(
        [pa.field(c.name, c.type, c.nullable, metadata={"meaning": c.meaning, "unit": c.unit}) for c in SCHEMAS[name]],
        metadata={"counterpoint.table": name},
    )


def as_table(name: str, rows: "pa.Table | pd.DataFrame | Iterable[dict[str, Any]]") -> pa.Table:
    """Return rows as the named table: columns in order, types cast safely, no null where none may be.

    Raises ValueError naming the table and column when a column is missing, unknown, mistyped or null.
    """
    schema = arrow_schema(name)
    if not isinstance(rows, pa.Table):
        if hasattr(rows, "columns"):  # a pandas frame, told apart without importing pandas
            rows = pa.Table.from_pandas(rows, preserve_index=False)
        else:
            rows = pa.Table.from_pylist(list(rows), schema=schema)
    unknown = sorted(set(rows.column_names) - set(schema.names))
    missing = sorted(set(schema.names) - set(rows.column_names))
    if unknown or missing:
        raise ValueError(f"table {name}: missing columns {missing}, unknown columns {unknown}")
    columns = []
    for field in schema:
        try:
            column = rows.column(field.name).combine_chunks().cast(field.type)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise ValueError(f"table {name}: column {field.name}: {error}") from error
        if not field.nullable and column.null_count:
            raise ValueError(f"table {name}: column {field.name} has {column.null_count} nulls")
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=schema)


def write_table(name: str, path: str | Path, rows: "pa.Table | pd.DataFrame | Iterable[dict[str, Any]]") -> None:
    """Check rows against the named schema and write them atomically as Parquet, each page with a checksum."""
    table = as_table(name, rows)
    write_atomically(
        path,
        lambda temporary: pq.write_table(
            table, temporary, compression="zstd", write_page_checksum=True, row_group_size=16_384
        ),
    )


def write_blocks(name: str, path: str | Path, blocks: Iterable[Iterable[dict[str, Any]]]) -> None:
    """Write a table like `write_table`, block by block as they come: each is a row group that can be read by itself."""

    def write(temporary: Path) -> None:
        with pq.ParquetWriter(temporary, arrow_schema(name), compression="zstd", write_page_checksum=True) as writer:
            for rows in blocks:
                writer.write_table(as_table(name, rows))

    write_atomically(path, write)


def read_blocks(name: str, path: str | Path) -> Iterator[list[dict[str, Any]]]:
    """Give the rows of each block of a table that was written block by block; one block at a time is in memory.

    Raises UserError as `read_table` does.
    """
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            if not file.schema_arrow.equals(arrow_schema(name)):
                raise UserError(f"{path}: is not the table {name!r} of this version; remove it and run again")
            for number in range(file.num_row_groups):
                yield file.read_row_group(number).to_pylist()
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not a readable {name!r} table ({error}); remove it and run again") from error


def read_table(name: str, path: str | Path, columns: list[str] | None = None, filters: Any = None) -> pa.Table:
    """Read the named table, or some of its columns and rows, verifying page checksums.

    Raises UserError when the file is absent, truncated or damaged, or holds another table or version of it.
    """
    try:
        found = pq.read_schema(path)
        if not found.equals(arrow_schema(name)):
            raise UserError(f"{path}: is not the table {name!r} of this version; remove it and run again")
        return pq.read_table(path, columns=columns, filters=filters, page_checksum_verification=True)
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not a readable {name!r} table ({error}); remove it and run again") from error


def rows_of(table: pa.Table) -> Iterator[dict[str, Any]]:
    """Give a table's rows as dictionaries, a few thousand at a time, so that a large table is never held twice."""
    for batch in table.to_batches(max_chunksize=4_096):
        yield from batch.to_pylist()


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet may run as a formula."""


def defused(text: str) -> str:
    """Return a text with an apostrophe in front where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def for_csv(table: pa.Table) -> pa.Table:
    """Return a table as readers of CSV get it: lists as texts, and no text a formula, for many come from strangers.

    Line breaks inside a text are newlines: a lone carriage return would end the row.
    """
    for i, field in enumerate(table.schema):
        if pa.types.is_list(field.type) or pa.types.is_string(field.type):
            texts = ["; ".join(map(str, value)) if isinstance(value, list) else value for value in table[i].to_pylist()]
            safe = [None if text is None else re.sub(r"\r\n?", "\n", defused(text)) for text in texts]
            table = table.set_column(i, field.name, pa.array(safe, pa.string()))
    return table


def write_csv(path: str | Path, table: pa.Table) -> None:
    """Write a table atomically as CSV for readers outside: UTF-8, a header, empty cells for absent values.

    A text that a spreadsheet would take for a formula has an apostrophe in front; the Parquet file has it as it is.
    """
    frame = for_csv(table).to_pandas()
    write_atomically(path, lambda temporary: frame.to_csv(temporary, index=False, lineterminator="\n"))


def gathered(name: str, paths: Iterable[str | Path]) -> pa.Table:
    """Return the rows of several tables of one schema, e.g. of all models; without any, an empty table."""
    return pa.concat_tables([arrow_schema(name).empty_table(), *(read_table(name, path) for path in paths)])
