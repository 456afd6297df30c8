type OptionalKeys<Members> = { [Key in keyof Members]: undefined extends Members[Key] ? Key : never }[keyof Members];

/** The members, those that may be undefined as optional ones. */
export type Defined<Members> = Omit<Members, OptionalKeys<Members>> & {
  [Key in OptionalKeys<Members>]?: Exclude<Members[Key], undefined>;
};

/** The members that have a value: under `exactOptionalPropertyTypes` an optional member is absent, never undefined. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // The filter removes exactly the members that the type makes optional.
  return Object.fromEntries(entries) as Defined<Members>;
}
