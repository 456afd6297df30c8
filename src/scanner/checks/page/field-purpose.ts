import type { FormField } from '../../parse/html/form-facts.ts';

/** What a browser or an agent can fill in from what it knows of its user (HTML, autofill). */
export type Purpose = 'email' | 'telephone' | 'password' | 'name' | 'address';

const PURPOSE_OF_TYPE = new Map<string, Purpose>([
  ['email', 'email'],
  ['tel', 'telephone'],
  ['password', 'password'],
]);
/** How names and ids of such fields end, without what separates their words. */
const ENDINGS: readonly (readonly [ending: string, purpose: Purpose])[] = [
  ['email', 'email'],
  ['emailaddress', 'email'],
  ['telephone', 'telephone'],
  ['phone', 'telephone'],
  ['phonenumber', 'telephone'],
  ['firstname', 'name'],
  ['givenname', 'name'],
  ['lastname', 'name'],
  ['familyname', 'name'],
  ['surname', 'name'],
  ['fullname', 'name'],
  ['streetaddress', 'address'],
  ['postcode', 'address'],
  ['postalcode', 'address'],
  ['zipcode', 'address'],
];
/** The type that brings the right keyboard and the right check. */
const TYPE_OF_PURPOSE: Partial<Record<Purpose, string>> = { email: 'email', telephone: 'tel', password: 'password' };

/** What a text field asks for, by its type or its name; undefined for what nobody can know beforehand. */
export function purposeOf({ type, name, id }: FormField): Purpose | undefined {
  const byType = PURPOSE_OF_TYPE.get(type);
  if (byType !== undefined || type !== 'text') return byType;
  const letters = (name || id).toLowerCase().replace(/[^a-z]+/g, '');
  return ENDINGS.find(([ending]) => letters.endsWith(ending))?.[1];
}

/** Whether a field is of a plainer type than what it asks for has. */
export function isMistyped(field: FormField): boolean {
  const purpose = purposeOf(field);
  const type = purpose === undefined ? undefined : TYPE_OF_PURPOSE[purpose];
  return type !== undefined && field.type !== type;
}
