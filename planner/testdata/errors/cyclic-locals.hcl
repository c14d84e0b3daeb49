locals {
  a = local.b + 1
  b = local.c
  c = uniform(1, local.a) # ERROR 18-25: Cyclic locals: A local cannot depend on itself: local.a → local.b → local.c → local.a. Break the cycle.
  d = [local.d] # ERROR 8-15: Cyclic locals: A local cannot depend on itself: local.d → local.d. Break the cycle.
}
