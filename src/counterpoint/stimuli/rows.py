"""Rows of table `stimuli`: a saved picture, what it shows and where it comes from."""

from typing import Any

from counterpoint.stimuli.png import Picture, SavedPicture


def stimulus_row(
    picture: Picture,
    saved: SavedPicture,
    *,
    suite: str,
    folder: str,
    subject: str,
    kind: str,
    variant: str,
    source: str,
    licence: str,
) -> dict[str, Any]:
    """Return the row of a picture of a subject; `folder` is that of the file, relative to the folder of the run."""
    return {
        "stimulus_id": f"{subject}/{variant}",
        "suite": suite,
        "subject_id": subject,
        "kind": kind,
        "variant": variant,
        "path": f"{folder}/{saved.path.name}",
        "pixel_digest": saved.pixel_digest,
        "file_digest": saved.file_digest,
        "width": saved.width,
        "height": saved.height,
        "bytes": saved.bytes,
        "source_mode": picture.source_mode,
        "flattened": picture.flattened,
        "source": source,
        "licence": licence,
    }
