locals {
  a = range(100000) # ERROR 7-13: Error in function call: Call to function "range" failed: the range has more than 10000 elements.
  b = [for i in range(1000) : [for j in range(1000) : i * j]] # ERROR 7-62: Too much to unroll: The loops of this expression make more than 10000 elements. Make their lists shorter.
  c = format("%999999999d", 1) # ERROR 7-14: Error in function call: Call to function "format" failed: a width or precision may have at most three digits.
  d = join(local.e, range(9999))
  e = format("%0999d", 1) # ERROR 7-14: Error in function call: Call to function "format" failed: a width or precision may have at most three digits.
  f = setproduct(range(1000), range(1000)) # ERROR 7-18: Error in function call: Call to function "setproduct" failed: the result would have more than 10000 elements or 1 MiB of text.
  h = pow(10, 400) # ERROR 7-19: Value too large: Text and lists may take 1 MiB at most, and numbers range to about 1.8e308. This value is larger.
  i = uniform(1, 5)
  j = [local.i]
  k = { for i in range(9000) : i => local.l }
  l = "${local.e}${local.e}"
}
