/** A content system that runs, filled with the pages of the corpus. */
export interface ContentSystem {
  /** http://127.0.0.1:port, under which nginx serves it; it names itself by the Host of each request. */
  readonly origin: string;
  close(): Promise<void>;
}

export const ADMIN = { name: 'admin', password: 'a long pass phrase of tests' } as const;
export const SITE_TITLE = 'Pelwick and other notes';
export const SITE_TAGLINE = 'Small servers, bread and bicycles';
