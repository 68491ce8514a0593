import { openApiDocument } from '../site/document.ts';
import { storeReleased } from '../site/released.ts';

/** `npm run release`: stores the OpenAPI document of the newest version, with which `npm run check` compares every later one. */
const document = openApiDocument(Date.now());
const { version } = document.info;
if (storeReleased(document)) {
	console.log(`Stored the document of version ${version}.`);
} else {
	console.error(
		`Version ${version} is released already, and its document never changes. Add the next version to VERSIONS in src/http/versions.ts.`,
	);
	process.exitCode = 1;
}
