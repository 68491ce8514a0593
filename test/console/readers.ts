import { Person, type Running } from './browser.ts';
import type { Way } from './ways.ts';

/** Every account of the demo. */
export const READERS = [
	...['platform', 'admin', 'integration', 'verifier', 'employee'].map((name) => `${name}@demo.example`),
	'admin@andere.example',
];

export async function signedIn(running: Running, way: Way, reader: string): Promise<Person> {
	const person = await Person.at(running, way);
	await person.signIn(reader);
	await person.speak();
	return person;
}
