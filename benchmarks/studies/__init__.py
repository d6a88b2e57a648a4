"""One-off measurements behind figures in the docs.

One level: each study stands alone, beside the cases it draws and the answers it compares with.
"""
