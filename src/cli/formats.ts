import { CI_REPORTERS } from '../scanner/reporters/ci-reporters.ts';
import { REPORTERS } from '../scanner/reporters/registry.ts';

export const ALL_REPORTERS = [...REPORTERS, ...CI_REPORTERS];

/** What a scan can be printed as: in short, as the API answers it, or as one of the reporters tells it. */
export const FORMATS: readonly [string, ...string[]] = ['text', 'json', ...ALL_REPORTERS.map(({ name }) => name)];
