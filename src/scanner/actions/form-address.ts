/** Whether the address of a form takes what is sent, by its answer to a GET. Pure. */

/** The ending of a program or page that the server reads from a file. */
const OF_FILE = /\.(?:php\d?|cgi|pl|aspx?|ashx|jspx?|html?)$/i;

/** 405 says that the address takes another method; 400 and 422 that values are missing. */
export const isDead = (status: number): boolean =>
  status === 401 || status === 403 || status === 404 || status === 410 || status === 501;

/**
 * `by POST`: what takes POST alone may answer a GET with 404, as Express and Rails do; a file that is not there takes nothing.
 * @param url absolute
 */
export function takesForm(status: number, method: string, url: string): 'all' | 'by POST' | 'nothing' {
  if (!isDead(status)) return 'all';
  const { pathname, search } = new URL(url);
  // With a query, such a file is the front of a router.
  const mayTakePost = status === 404 && method === 'post' && (search !== '' || !OF_FILE.test(pathname));
  return mayTakePost ? 'by POST' : 'nothing';
}
