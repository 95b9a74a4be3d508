# What is installed, by component: runtime (the program), library, dev (for programs that use it),
# server, web (the client, if it was built), load (what measures servers), doc. Only packages ask for
# service: its places are absolute.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(COSET_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/coset")

function(_coset_manual component)
  foreach(page IN LISTS ARGN)
    string(REGEX MATCH "[0-9]$" section "${page}")
    install(FILES "${PROJECT_SOURCE_DIR}/docs/man/${page}"
            DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}" COMPONENT ${component})
  endforeach()
endfunction()

# Made by the program itself, so that they know all that it does.
function(_coset_completions)
  set(files "")
  foreach(shell IN ITEMS bash zsh fish)
    set(file "${PROJECT_BINARY_DIR}/completions/${shell}/coset.${shell}")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/completions/${shell}")
    add_custom_command(OUTPUT "${file}" COMMAND coset completion ${shell} > "${file}"
                       DEPENDS coset VERBATIM)
    list(APPEND files "${file}")
  endforeach()
  add_custom_target(completions ALL DEPENDS ${files})
  install(FILES "${PROJECT_BINARY_DIR}/completions/bash/coset.bash" COMPONENT runtime
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME coset)
  install(FILES "${PROJECT_BINARY_DIR}/completions/zsh/coset.zsh" COMPONENT runtime
          DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" RENAME _coset)
  install(FILES "${PROJECT_BINARY_DIR}/completions/fish/coset.fish" COMPONENT runtime
          DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endfunction()

function(_coset_install_library)
  install(TARGETS coset_shared EXPORT coset-targets
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT dev)
  install(FILES "${PROJECT_SOURCE_DIR}/src/apps/capi/coset.h"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev)
  install(EXPORT coset-targets NAMESPACE coset:: DESTINATION "${COSET_CMAKE_DIR}" COMPONENT dev)
  set(made "${PROJECT_BINARY_DIR}/package")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/coset-config.cmake.in"
                                "${made}/coset-config.cmake"
                                INSTALL_DESTINATION "${COSET_CMAKE_DIR}")
  write_basic_package_version_file("${made}/coset-config-version.cmake"
                                   COMPATIBILITY SameMajorVersion)
  install(FILES "${made}/coset-config.cmake" "${made}/coset-config-version.cmake"
          DESTINATION "${COSET_CMAKE_DIR}" COMPONENT dev)
  # From its own folder, so that the prefix may be moved.
  file(RELATIVE_PATH COSET_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" COSET_PC_PREFIX "${COSET_PC_PREFIX}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/coset.pc.in" "${made}/coset.pc" @ONLY)
  install(FILES "${made}/coset.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)
endfunction()

function(coset_install)
  if(NOT COSET_INSTALL OR COSET_WASM)
    return()
  endif()
  _coset_install_library()
  install(FILES LICENSE THIRD_PARTY.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
  if(NOT TARGET coset)
    return()
  endif()
  install(TARGETS coset RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
  _coset_manual(runtime coset.6 coset-record.5)
  _coset_completions()
  if(NOT TARGET cosetd)
    return()
  endif()
  install(TARGETS cosetd RUNTIME DESTINATION "${CMAKE_INSTALL_SBINDIR}" COMPONENT server)
  _coset_manual(server cosetd.8)
  install(TARGETS coset-load RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT load)
  _coset_manual(load coset-load.1)
  # What the bundler notes for our tools is nobody's else.
  install(DIRECTORY web/dist/ DESTINATION "${CMAKE_INSTALL_DATADIR}/coset/web" COMPONENT web OPTIONAL
          PATTERN .vite EXCLUDE)
  install(FILES packaging/cosetd.toml DESTINATION /etc/coset COMPONENT service EXCLUDE_FROM_ALL
          PERMISSIONS OWNER_READ OWNER_WRITE)
  install(DIRECTORY packaging/systemd/ DESTINATION /lib/systemd/system
          COMPONENT service EXCLUDE_FROM_ALL)
endfunction()
