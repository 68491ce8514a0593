import { createHash } from 'node:crypto';
import type { Erased } from '../../../tenants/hosting/backups/rules.ts';
import { MAX_NOTED } from '../../../tenants/hosting/disaster-recovery/rules.ts';
import type { Bytes } from './bytes.ts';
import type { Copy, Kept } from './copy.ts';
import type { Service } from './service.ts';

const FOLDER = 'erased/';

/** True for the list of erased people in a backup. It is no object of the service. */
export const isOfErased = ({ key }: Pick<Kept, 'key'>): boolean => key.startsWith(FOLDER);

/**
 * Puts the list of erased people into a backup. The list for one company leaves out users without a company, because
 * they may still work in the service to which it moves.
 */
export async function keepErased(service: Service, copy: Copy, company?: string): Promise<Kept> {
	const { erased } = await service.get<{ erased: Erased[] }>('/operator/erasures');
	const wanted = erased.filter(([one]) => company === undefined || one === company);
	const content = Buffer.from(JSON.stringify(wanted));
	const sha256 = createHash('sha256').update(content).digest('hex');
	const key = `${FOLDER}${sha256.slice(0, 12)}.json`;
	const stream = () => new Blob([content]).stream() as Bytes;
	return (await copy.find(key, sha256)) ?? (await copy.keep(key, 'application/json', stream(), sha256));
}

/** Gives a service the list of erased people, before it restores anybody. */
export async function sendErased(service: Service, copy: Copy, files: readonly Kept[]): Promise<void> {
	for (const file of files.filter(isOfErased)) {
		const erased = JSON.parse((await copy.read(file)).toString()) as Erased[];
		for (let from = 0; from < erased.length; from += MAX_NOTED)
			await service.post('/operator/erasures', { erased: erased.slice(from, from + MAX_NOTED) });
	}
}

/** Asks the service to erase people of D1 again until none is left. Then the service lets people in. */
export async function untilErased(service: Service): Promise<void> {
	const all: string[] = [];
	for (;;) {
		const { erased, isWhole } = await service.post<{ erased: string[]; isWhole: boolean }>(
			'/operator/restores/end',
			{},
		);
		all.push(...erased);
		if (isWhole) break;
	}
	sayErased(all);
}

export function sayErased(erased: readonly string[]): void {
	if (erased.length === 0) return;
	console.log(`Erased again, because they were erased after the backup: ${erased.join(', ')}`);
}
