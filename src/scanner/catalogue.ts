import type { ArtifactsOf } from './artifacts.ts';
import type { CheckDefinition, Series } from './define-check.ts';

export type CheckOf<S extends Series> = CheckDefinition<string, S, keyof ArtifactsOf[S]>;
