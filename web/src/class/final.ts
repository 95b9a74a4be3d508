/** Whether the next connection to a class, or the next request about it, would receive the same error. */
export const isFinal = (code: string): boolean => /^class\.(not_found|closed|disabled|removed|corrupt|protocol|wrong_class|teacher)$/.test(code);
