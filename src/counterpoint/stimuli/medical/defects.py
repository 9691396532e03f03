"""Why a case cannot be used: the kinds of defects, and the exception that carries one with its detail in words."""

DEFECTS = {
    "missing_file": "a modality or the segmentation has no file",
    "two_files": "a modality or the segmentation has more than one file",
    "unreadable": "a file cannot be opened or read",
    "truncated": "a compressed file is cut off",
    "damaged": "a compressed file holds impossible or altered bytes",
    "not_nifti": "a file is not a NIfTI volume in one file",
    "not_3d": "a volume has more or fewer than three dimensions",
    "not_scalar": "a volume holds colours or complex numbers",
    "too_large": "a volume has more points than any scan of a head",
    "other_shape": "two volumes of the case differ in shape",
    "other_affine": "two volumes of the case lie differently in space, or one does not say how it lies",
    "not_square": "the pixels of axial slices are not square",
    "not_labels": "the segmentation holds other values than labels 0 to 4",
    "empty_mask": "the segmentation marks no tumour",
    "tiny_mask": "the tumour is smaller than asked for in its largest slice",
    "not_finite": "what a picture would show holds values that are not finite numbers",
    "no_surround": "the tumour has no brain around it by which brightness could be matched",
    "constant": "what a picture would show has no contrast",
}


class Defect(Exception):
    """A case cannot be used: its `kind`, a key of `DEFECTS`, and in words which file and what is wrong with it."""

    def __init__(self, kind: str, detail: str):
        super().__init__(detail)
        self.kind = kind
