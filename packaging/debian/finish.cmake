# Run by CPack between its installation and its packages.
execute_process(COMMAND python3 -B "${CMAKE_CURRENT_LIST_DIR}/finish.py" "${CPACK_TEMPORARY_DIRECTORY}"
                        "${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}" "${CPACK_PACKAGE_CONTACT}"
                COMMAND_ERROR_IS_FATAL ANY)
