/** The used part of elasticlunr 0.9.5; the package has no types. */
declare module 'elasticlunr' {
  type PipelineFunction = (token: string) => string | undefined;

  interface Pipeline {
    add(...functions: PipelineFunction[]): void;
    run(tokens: readonly string[]): string[];
  }

  /** By document reference; `tf` is the square root of the token's count in the document. */
  type Postings = Record<string, { readonly tf: number }>;

  interface Index {
    readonly pipeline: Pipeline;
    /** One inverted index a field. */
    readonly index: Record<string, { getDocs(token: string): Postings }>;
    readonly documentStore: {
      readonly length: number;
      /** Tokens after the pipeline, repeats included. */
      getFieldLength(ref: string, field: string): number;
    };
    setRef(name: string): void;
    addField(name: string): void;
    saveDocument(isSaved: boolean): void;
    addDoc(document: Readonly<Record<string, unknown>>, emitEvent: boolean): void;
    search(query: string, config: object): { readonly ref: string; readonly score: number }[];
  }

  const elasticlunr: {
    Index: new () => Index;
    Pipeline: { new (): Pipeline; registerFunction(run: PipelineFunction, label: string): void };
    stopWordFilter: PipelineFunction;
    stemmer: PipelineFunction;
  };
  export default elasticlunr;
}
