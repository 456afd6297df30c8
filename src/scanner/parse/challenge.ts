export type ChallengeKind = 'cloudflare' | 'imperva' | 'perimeterx' | 'datadome' | 'akamai' | 'other';
