import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { sendBytes } from './bytes.ts';
import type { Answer, TestUser } from './service.ts';

export const file = (signature: number[], size = 64): Uint8Array<ArrayBuffer> => {
	const bytes = new Uint8Array(size).fill(7);
	bytes.set(signature);
	return bytes;
};

export const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

export const JPEG = file([0xff, 0xd8, 0xff]);
export const PNG = file([0x89, ...ascii('PNG\r\n\x1a\n')]);
export const WEBP = file([...ascii('RIFF'), 56, 0, 0, 0, ...ascii('WEBP')]);
export const PDF = file(ascii('%PDF-'));

/** Uploads a receipt; the body of the answer is parsed. */
export const upload = (
	user: TestUser,
	expenseId: string,
	bytes = PDF,
	bindings: Bindings = env,
	headers: Record<string, string> = {},
	query = '',
) => uploadTo(`/flex/expenses/${expenseId}/receipts${query}`, user, bytes, bindings, headers);

/** Uploads a receipt that waits for its form. */
export const uploadDraft = (
	user: TestUser,
	employeeId: string,
	bytes = PDF,
	headers: Record<string, string> = {},
) => uploadTo(`/employees/${employeeId}/flex/receipt-drafts`, user, bytes, env, headers);

export async function uploadTo(
	path: string,
	user: TestUser,
	bytes: Uint8Array<ArrayBuffer>,
	bindings: Bindings = env,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const typed = { 'Content-Type': 'application/pdf', ...headers };
	const response = await sendBytes(user, 'POST', path, bytes, typed, bindings);
	return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The ids of all rows, and the keys of all objects. */
export async function storedReceipts() {
	const { results } = await env.DB.prepare('SELECT id FROM receipts ORDER BY id').all<{ id: string }>();
	const { objects } = await env.RECEIPTS.list();
	return { rows: results.map(({ id }) => id), objects: objects.map(({ key }) => key).sort() };
}
