"""Every Parquet table: its columns with type, unit and meaning."""

from counterpoint.schemas.columns import Column
from counterpoint.schemas.cvlat import CVLAT
from counterpoint.schemas.prive import PRIVE
from counterpoint.schemas.scifig import SCIFIG
from counterpoint.schemas.shared import SHARED

SCHEMAS: dict[str, tuple[Column, ...]] = {**SHARED, **CVLAT, **PRIVE, **SCIFIG}
