/** Hosts whose frames are forms. */
const HOSTS: readonly string[] = [
  'docs.google.com',
  'forms.gle',
  'forms.office.com',
  'typeform.com',
  'jotform.com',
  'hsforms.com',
  'hsforms.net',
  'calendly.com',
  'tally.so',
  'formstack.com',
  'wufoo.com',
  'cognitoforms.com',
  'airtable.com',
  'smartsheet.com',
  'surveymonkey.com',
  'paperform.co',
  'zohopublic.com',
];

/** Whether a frame shows a form of one of the usual services. */
export function isFormService(url: string): boolean {
  const { hostname } = new URL(url);
  return HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
