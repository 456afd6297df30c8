/** The used part of elasticlunr 0.9.5; the package has no types. */
declare module 'elasticlunr' {
  type PipelineFunction = (token: string) => string | undefined;

  interface Pipeline {
    add(...functions: PipelineFunction[]): void;
    run(tokens: readonly string[]): string[];
  }

  interface Index {
    readonly pipeline: Pipeline;
    setRef(name: string): void;
    addField(name: string): void;
    addDoc(document: Readonly<Record<string, unknown>>, emitEvent: boolean): void;
    search(query: string, config: object): { readonly ref: string; readonly score: number }[];
  }

  const elasticlunr: {
    Index: new () => Index;
    Pipeline: new () => Pipeline;
    stopWordFilter: PipelineFunction;
    stemmer: PipelineFunction;
  };
  export default elasticlunr;
}
