# The programs of the archive: what Debian has as an archive is linked in, so that they need nothing
# of a machine but glibc. libqrencode stays a library, which its licence wants too; they look for it
# in lib/coset beside their folder.

# _coset_portable_program(<program> <folder> [ARCHIVES <name>...] [LINK <target>...])
function(_coset_portable_program program folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "ARCHIVES;LINK")
  set(target ${program}_portable)
  add_executable(${target} "${PROJECT_SOURCE_DIR}/src/${folder}/main.cpp"
                 "${PROJECT_SOURCE_DIR}/packaging/archive/older_glibc.cpp")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  # The module archives, not their targets, which would link the shared libraries.
  set(files "")
  foreach(module IN LISTS COSET_MODULES)
    get_filename_component(each "${module}" NAME)
    get_target_property(type coset_${each} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND files "$<TARGET_FILE:coset_${each}>")
      add_dependencies(${target} coset_${each})
      set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "$<TARGET_FILE:coset_${each}>")
    endif()
  endforeach()
  set(archives "")
  foreach(name IN LISTS arg_ARCHIVES)
    find_library(COSET_ARCHIVE_${name} NAMES lib${name}.a REQUIRED)
    mark_as_advanced(COSET_ARCHIVE_${name})
    list(APPEND archives "${COSET_ARCHIVE_${name}}")
  endforeach()
  target_link_libraries(${target} PRIVATE -Wl,--start-group ${files} -Wl,--end-group ${archives}
                        ${arg_LINK} Threads::Threads ${CMAKE_DL_LIBS})
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--as-needed
                      ${COSET_SMALL_PROGRAM})
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
endfunction()

function(coset_portable_programs)
  if(NOT COSET_PORTABLE OR NOT TARGET coset OR NOT TARGET cosetd)
    return()
  endif()
  _coset_portable_program(coset apps/coset/cli ARCHIVES sodium ncursesw tinfo)
  _coset_portable_program(cosetd apps/cosetd ARCHIVES sodium sqlite3 LINK PkgConfig::QRENCODE)
  set_target_properties(cosetd_portable PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/coset")
endfunction()
