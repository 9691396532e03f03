"""Medical pictures: cases in the layouts of BraTS, whole-tumour slices with a swapped modality, and phantoms."""
