/** The client of Zubrot for Node, browsers and Workers. */
export type { components, paths } from './api.ts';
export {
	type Answer,
	type Call,
	type ListPath,
	type RecordOf,
	Zubrot,
	type ZubrotOptions,
} from './client.ts';
export { type Fault, type Problem, type ProblemCode, ZubrotError } from './error.ts';
export type { Page } from './pages.ts';
export type { Auth, KeyAuth, LoginAuth } from './session.ts';
export {
	verifyWebhook,
	WebhookError,
	type WebhookEvent,
	type WebhookHeaders,
	type WebhookOptions,
} from './webhooks.ts';
