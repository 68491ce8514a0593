import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { limitBody } from '../../../foundation/http/body.ts';
import { checkedBody, requireOperator } from '../../../foundation/http/operator.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { VERSIONS } from '../../../foundation/http/versions.ts';
import { beginUpload, completeUpload, storePart } from '../uploads/actions.ts';
import { describeService, everErased, noteAll, readObject, saveNow, storeObject } from './actions.ts';
import {
	backUpBody,
	beginBody,
	beginUploadBody,
	cellBody,
	completeUploadBody,
	erasuresBody,
	hashIn,
	keyIn,
	partIn,
	reportBody,
	stepBody,
} from './contract.ts';
import {
	beginRestore,
	compareRows,
	loadRows,
	putFilesBack,
	reportRestore,
	restoreIntoCell,
} from './steps.ts';

/** How many pieces of a restore one request handles. They are few, so that the command line can show the progress. */
const PIECES = 20;

const STEPS = { rows: loadRows, comparison: compareRows, files: putFilesBack };

/** Backups and restores of the whole service, for `npm run backup` and `npm run restore`. They are not in the OpenAPI document. */
export const operatorRoutes = createRouter();

operatorRoutes.use('/operator/*', (c, next) => {
	requireOperator(c);
	return next();
});
operatorRoutes.get('/operator/service', async (c) =>
	c.json({ ...(await describeService(c.env, c.var)), release: VERSIONS.at(-1) }),
);
operatorRoutes.post('/operator/backups', limitBody, async (c) => {
	const { companyId } = await checkedBody(c, backUpBody);
	return c.json(await saveNow(c.env, companyId, c.var.now));
});
operatorRoutes.get('/operator/objects/*', async (c) => {
	const { sha256, type, body } = requireFound(await readObject(c.env, keyIn(c.req.path)), 'object');
	c.header('Content-Type', type);
	if (sha256 !== null) c.header('X-Sha256', sha256);
	return c.body(body);
});
operatorRoutes.put('/operator/objects/*', async (c) => {
	const body = contentOf(c.req.raw);
	const sha256 = hashIn(c.req.header('X-Sha256'));
	await storeObject(c.env, keyIn(c.req.path), body, sha256, c.req.header('Content-Type'), c.var.now);
	return c.body(null, 204);
});
operatorRoutes.post('/operator/uploads', limitBody, async (c) => {
	const { key, type } = await checkedBody(c, beginUploadBody);
	return c.json(await beginUpload(c.env, key, type, c.var.now));
});
operatorRoutes.put('/operator/uploads', async (c) => {
	const { partNumber, ...upload } = partIn(c.req.query());
	return c.json(await storePart(c.env, upload, partNumber, contentOf(c.req.raw)));
});
operatorRoutes.post('/operator/uploads/completion', limitBody, async (c) => {
	const { parts, sha256, ...upload } = await checkedBody(c, completeUploadBody);
	await completeUpload(c.env, upload, parts, sha256);
	return c.body(null, 204);
});
operatorRoutes.post('/operator/restores', limitBody, async (c) => {
	const isD1Done = await beginRestore(c.env, await checkedBody(c, beginBody), c.var.vault, c.var.now);
	return c.json({ isD1Done });
});
operatorRoutes.post('/operator/restores/steps', limitBody, async (c) => {
	const { step, companyId, date, from } = await checkedBody(c, stepBody);
	let pieces = 0;
	return c.json(await STEPS[step](c.env, { companyId, date }, from, () => ++pieces < PIECES));
});
operatorRoutes.post('/operator/restores/cells', limitBody, async (c) => {
	const { companyId, date } = await checkedBody(c, cellBody);
	const { step, reason, released, erased } = await restoreIntoCell(c.env, companyId, date, c.var.now);
	return c.json({ step, reason, released, erased });
});
operatorRoutes.post('/operator/restores/report', limitBody, async (c) => {
	await reportRestore(c.env, await checkedBody(c, reportBody));
	return c.body(null, 204);
});
operatorRoutes.get('/operator/erasures', async (c) => c.json({ erased: await everErased(c.env) }));
operatorRoutes.post('/operator/erasures', limitBody, async (c) => {
	await noteAll(c.env, (await checkedBody(c, erasuresBody)).erased);
	return c.body(null, 204);
});

function contentOf({ body }: Request): ReadableStream {
	if (body === null) throw new Refusal('incomplete_body', 'The object has no content.');
	return body;
}
