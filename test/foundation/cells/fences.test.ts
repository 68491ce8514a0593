import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { runCron } from '../../harness/service.ts';

const SINCE = Date.parse('2023-03-07T12:00:00.000Z');

test('the fence of a claim is forgotten after 30 days, when nothing of that time can arrive', async () => {
	const fences = () => env.DB.prepare('SELECT claim FROM fences').all();
	await env.DB.prepare(`INSERT INTO fences VALUES ('old', ?), ('new', ?)`)
		.bind(SINCE, SINCE + 1)
		.run();
	await runCron('2023-04-06T12:00:00.000Z');
	expect((await fences()).results).toEqual([{ claim: 'new' }]);
});
