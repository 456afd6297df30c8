/** How a script starts a viewer of API descriptions, and which description it gives it. */

const MAX_SCRIPT = 50_000;
/** How far behind the viewer's name its options may stand. */
const OPTION_REACH = 2000;

/** Constructors of viewers, as pages call them in a script of their own. */
const REDOC = 'Redoc.init(';
const CONSTRUCTORS = ['SwaggerUIBundle(', REDOC, 'Scalar.createApiReference('];

export interface ViewerCall {
  /** As it is written, relative to the page; undefined where the script computes it. */
  readonly specHref: string | undefined;
  /** JSON with further options (Swagger UI's `configUrl`), as it is written. */
  readonly configHref: string | undefined;
}

/** The first call of a viewer in a script; undefined where there is none. */
export function viewerCallIn(code: string): ViewerCall | undefined {
  const script = code.slice(0, MAX_SCRIPT);
  for (const name of CONSTRUCTORS) {
    const at = script.indexOf(name);
    if (at === -1) continue;
    const options = script.slice(at + name.length, at + name.length + OPTION_REACH);
    return {
      specHref: (name === REDOC ? argument(options) : option(options)) ?? namedBefore(script.slice(0, at)),
      configHref: /\bconfigUrl["']?\s{0,100}:\s{0,100}(["'])([^"'\s]{1,2000})\1/.exec(options)?.[2],
    };
  }
  return undefined;
}

/** Some pages keep the address in a variable, which the options name (hapi-swagger). */
const namedBefore = (code: string): string | undefined =>
  /(["'])([^"'\s]{0,300}(?:swagger|openapi|api-docs)[\w.-]{0,40}\.(?:json|ya?ml))\1/.exec(code)?.[2];

/** Redoc takes the address as its first argument; that of Scalar is the element to fill. */
const argument = (call: string): string | undefined => /^\s{0,100}(["'])([^"'\s]{1,2000})\1/.exec(call)?.[2];

/** The option `url`, or the first of `urls`. */
const option = (call: string): string | undefined =>
  /\burl["']?\s{0,100}:\s{0,100}(["'])([^"'\s]{1,2000})\1/.exec(call)?.[2];
