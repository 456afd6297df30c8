import { markup } from './markup.ts';

/** What every HTML document begins with, up to its title. */
export const DOCUMENT_START = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`;
