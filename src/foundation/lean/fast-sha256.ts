// This replaces `fast-sha256` in the Worker's bundle (see `alias` in wrangler.toml). The library that signs webhooks uses only `hmac`, which
// workerd computes itself.
import { createHmac } from 'node:crypto';

export const hmac = (key: Uint8Array, data: Uint8Array): Uint8Array =>
	createHmac('sha256', key).update(data).digest();
