/** Said where a change of the page failed without words of its own (F-047). */
export const UPDATE_FAILED = "Failed to update affiliation";
