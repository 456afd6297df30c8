import { imageRoute } from '../share-image/preview.ts';

export const SAMPLE_PATH = '/sample';
/** Of the report's picture, 1200 by 630 pixels. */
export const SAMPLE_IMAGE = imageRoute(SAMPLE_PATH);
