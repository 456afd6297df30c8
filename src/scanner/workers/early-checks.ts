/** A page check that can be answered while the page is read; the others wait until all pages are known. */
export const isEarly = ({ needs }: { readonly needs: readonly string[] }): boolean => needs.includes('page');
