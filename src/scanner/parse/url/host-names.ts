/** Names that firms give the hosts on which they try things. */
const TRIAL = 'staging|stage|stg|preprod|pre-prod|uat|qa|devel|dev|localhost';
const TRIAL_LABEL = new RegExp(`^(?:${TRIAL})\\d{0,3}$|-(?:${TRIAL})\\d{0,3}$|^(?:staging|preprod|uat)-`, 'i');

/** Names that the public DNS never has (RFC 6761, RFC 6762, ICANN's .internal). */
const PRIVATE_ENDINGS = ['.localhost', '.local', '.internal', '.home.arpa'];

/** Whether a host name can be one of the public web: it has a dot, and no ending of private networks. No address. */
export const isPublicName = (hostname: string): boolean =>
  hostname.includes('.') && !PRIVATE_ENDINGS.some((ending) => hostname.endsWith(ending));

/** Whether a host is one for trials by a label of its name, the last two left out: `staging.shop.example`, `api-dev.shop.example`. */
export const isStagingHost = (hostname: string): boolean =>
  hostname
    .split('.')
    .slice(0, -2)
    .some((label) => TRIAL_LABEL.test(label));
