"""CVLAT: aligned, randomised and counterfactual charts; VF, FA and VFRI (arXiv 2606.03142)."""
