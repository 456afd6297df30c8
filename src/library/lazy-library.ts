import type { Library } from './answer.ts';

/** A library that is made when it is first asked for anything: indexing costs what a scan alone need not pay. */
export function lazyLibrary(make: () => Library): Library {
  let made: Library | undefined;
  const library = () => {
    made ??= make();
    return made;
  };
  return {
    get articles() {
      return library().articles;
    },
    find: (path) => library().find(path),
    answer: (question) => library().answer(question),
  };
}
