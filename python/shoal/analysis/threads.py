"""Linear algebra on one thread: for matrices of a few hundred rows, waking the others takes longer than the work."""

from __future__ import annotations

from threadpoolctl import ThreadpoolController


def one_thread():
    """Decorates a function that calls BLAS or LAPACK many times on small matrices."""
    return _controller().wrap(limits=1, user_api="blas")


def _controller() -> ThreadpoolController:
    import scipy.linalg  # noqa: F401 (so that the libraries are loaded when the controller looks for them)

    return ThreadpoolController()
