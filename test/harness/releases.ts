import { env } from 'cloudflare:workers';
import { databaseOf } from '../../src/foundation/cells/places.ts';

/**
 * Releases the provider, the verified domains and the keys of directories of a company, as a second person would. Tests about other rules
 * start here.
 */
export async function releaseAll({ id, cell }: { id: string; cell?: string | undefined }): Promise<void> {
	const { $client } = databaseOf(env, cell ?? null);
	const among = (sql: string) => $client.prepare(sql).bind(id);
	await $client.batch([
		among('UPDATE identity_providers SET date_released = date_created WHERE company_id = ?'),
		among('UPDATE company_domains SET date_released = date_verified WHERE company_id = ?'),
		among(`UPDATE api_keys SET date_released = date_created
			WHERE company_id = ? AND instr(operations, '"provisionPeople"')`),
		among(
			`DELETE FROM identity_changes WHERE company_id = ? AND kind IN ('PROVIDER', 'DOMAIN', 'DIRECTORY')`,
		),
	]);
}
