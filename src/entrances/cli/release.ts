import { parseArgs } from 'node:util';
import { openApiDocument } from '../site/document.ts';
import { storeReleased } from '../site/released.ts';
import { bundle } from './bundle.ts';
import { storeReleasedWorker } from './released-worker.ts';

/**
 * `npm run release`: stores the OpenAPI document of the newest version, with which `npm run check` compares every later one. Also stores
 * its Worker and suite, which later releases run on their own schema. Before a version is published, `-- --again` stores all three again.
 */
const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } });
const now = Date.now();
const document = openApiDocument(now);
const { version } = document.info;
if (storeReleased(document, values.again)) {
	console.log(`Stored the document of version ${version}.`);
	await bundle(now);
	const { path, bytes } = storeReleasedWorker(version);
	console.log(
		`Stored the Worker of version ${version} and its suite in ${path} (${Math.ceil(bytes / 1024)} KiB).`,
	);
} else {
	console.error(
		`Version ${version} is released already, and its document never changes. Before it is published, -- --again stores it again. Otherwise add the next version to VERSIONS in src/foundation/http/versions.ts.`,
	);
	process.exitCode = 1;
}
