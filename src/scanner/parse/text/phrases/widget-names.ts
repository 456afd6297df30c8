/** Widgets next to a text: what scripts bring there is no part of it. */
const WIDGET_WORDS = new Set(
  (
    'ad ads adslot advert advertisement banner captcha recaptcha turnstile chat chatbot comment comments disqus consent cookie ' +
    'cookies gdpr related recommended recommendations similar share sharing social newsletter subscribe map maps search ' +
    'overlay modal toast toasts dialog popup tooltip backdrop portal menu nav toc breadcrumb breadcrumbs footer header sidebar ' +
    'spacer clear clearfix divider separator progress scroll sentinel player tracking analytics pixel translate notification ' +
    'notifications alert alerts live status flash messages dropdown lightbox gallery-nav login widget twitter tweets feed instagram ' +
    'facebook giscus utterances decoration background particles icon icons logo avatar webring toolbar topbar navbar'
  ).split(' '),
);

/** Whether a name of an element (its id and classes) is that of a widget next to the text. */
export const namesWidget = (names: string): boolean =>
  names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => WIDGET_WORDS.has(word));
