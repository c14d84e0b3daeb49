experment "e" { # ERROR 1-10: Unknown block: There is no block "experment". Did you mean "experiment"?
  load "l" { mix = mix.m }
}
provider "mysql" {} # ERROR 1-9: Unknown block: There is no block "provider". Blocks that may stand here: assay, variable, locals, module,
