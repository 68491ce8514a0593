// This replaces `zod` in the Worker's bundle (see `alias` in wrangler.toml). It lacks the error messages of 64 languages and the readers of
// JSON Schema.
import { config } from '../../../node_modules/zod/v4/core/core.js';
import en from '../../../node_modules/zod/v4/locales/en.js';
import * as z from './zod-exports.ts';

config(en());

export * from './zod-exports.ts';
export { z, z as default };
