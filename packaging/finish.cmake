# SPDX-License-Identifier: MIT
# Does what CPack does not do as Debian wants it, once CPack has made its packages: see
# finish-deb.sh.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/finish-deb.sh ${package}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
