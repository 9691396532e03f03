"""Cases found below a folder in the layouts of BraTS 2023, of BraTS 2018 to 2021, and of nnU-Net."""

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from counterpoint.errors import UserError

MODALITIES = ("t1n", "t1c", "t2w", "t2f")
"""Native T1, T1 with contrast agent, T2, and T2 FLAIR, as BraTS 2023 calls them."""
SEGMENTATION = "seg"
ALIASES = {
    **{name: name for name in (*MODALITIES, SEGMENTATION)},
    **{"t1": "t1n", "t1w": "t1n", "t1ce": "t1c", "t1gd": "t1c", "t1wce": "t1c", "t2": "t2w"},
    **{"flair": "t2f", "t2flair": "t2f"},
}
BRATS_NAME = re.compile(
    r"(?P<case>.+)(?P<mark>[-_])(?P<role>t1n|t1c|t1ce|t1|t2w|t2f|t2|flair|seg)\.nii(\.gz)?", re.IGNORECASE
)
NNUNET_IMAGE = re.compile(r"(?P<case>.+?)(_(?P<channel>\d{4}))?\.nii(\.gz)?", re.IGNORECASE)
NNUNET_FOLDER = re.compile(r"(?P<what>images|labels)(Tr|Ts|Val)")


@dataclass(frozen=True)
class Case:
    """A case: its name, the layout that it was found in, and the files of each modality and of the segmentation.

    More than one file for a role is a defect that its reader reports.
    """

    name: str
    layout: str
    files: dict[str, list[Path]] = field(default_factory=dict)


def find_cases(folder: str | Path) -> list[Case]:
    """Return the cases below a folder, sorted by name, whatever the depth and mixture of layouts.

    Raises UserError when the folder does not exist or holds no case, or when an nnU-Net folder has no `dataset.json`
    that says which channel is which modality.
    """
    root = Path(folder)
    if not root.is_dir():
        raise UserError(f"{root}: there is no such folder; name the folder that holds the cases of BraTS")
    cases: dict[str, Case] = {}
    seen = set()
    for parent, folders, names in os.walk(root, onerror=_refuse, followlinks=True):
        folders.sort()
        if (real := os.path.realpath(parent)) in seen:  # links may lead back to where they lie
            folders.clear()
            continue
        seen.add(real)
        place = Path(parent)
        nnunet = NNUNET_FOLDER.fullmatch(place.name)
        channels = _channels(place.parent / "dataset.json") if nnunet and nnunet["what"] == "images" else {}
        for name in sorted(n for n in names if not n.startswith(".")):
            found = _of_nnunet(name, nnunet["what"], channels) if nnunet else _of_brats(name)
            if found:
                case, layout, roles = found
                for role in roles:
                    cases.setdefault(case, Case(case, layout)).files.setdefault(role, []).append(place / name)
    if not cases:
        raise UserError(
            f"{root}: holds no case; files are named CASE-t1n.nii.gz (BraTS 2023), CASE_t1.nii.gz (BraTS 2018 to 2021) "
            "or imagesTr/CASE_0000.nii.gz (nnU-Net)"
        )
    return [cases[name] for name in sorted(cases)]


def _refuse(error: OSError) -> None:
    raise UserError(
        f"{error.filename}: cannot be listed ({error.strerror}); make it readable or name another folder"
    ) from error


def _of_brats(name: str) -> tuple[str, str, list[str]] | None:
    match = BRATS_NAME.fullmatch(name)
    if not match:
        return None
    role = ALIASES[match["role"].lower()]
    return match["case"], "brats2023" if match["mark"] == "-" else "brats2018", [role]


def _of_nnunet(name: str, what: str, channels: dict[str, str]) -> tuple[str, str, list[str]] | None:
    match = NNUNET_IMAGE.fullmatch(name)
    if not match:
        return None
    if what == "labels":
        return Path(name.removesuffix(".gz")).stem, "nnunet", [SEGMENTATION]
    if match["channel"] is None:  # all modalities in one file of four dimensions, as in the Medical Decathlon
        return match["case"], "nnunet", sorted(set(channels.values()))
    role = channels.get(match["channel"])
    return (match["case"], "nnunet", [role]) if role else None


def _channels(path: Path) -> dict[str, str]:
    """Return the modality of each channel number, as four digits; channels of no known modality are left out."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        names = said.get("channel_names") or said["modality"]
        known = {f"{int(number):04d}": _modality(str(name)) for number, name in names.items()}
    except (OSError, UnicodeDecodeError, ValueError, KeyError, AttributeError) as error:
        raise UserError(
            f'{path}: does not say which channel is which modality; give it "channel_names": {{"0": "T1", "1": "T1ce", '
            '"2": "T2", "3": "FLAIR"}'
        ) from error
    return {number: role for number, role in known.items() if role}


def _modality(name: str) -> str | None:
    role = ALIASES.get(re.sub(r"[^a-z0-9]", "", name.lower()))
    return role if role in MODALITIES else None
