import { DEMO_ACCOUNTS } from '../../src/entrances/cli/demo.ts';
import { Person, type Running } from './browser.ts';
import type { Way } from './ways.ts';

/** Every account of the demo. */
export const READERS = DEMO_ACCOUNTS.map(({ email }) => email);

export async function signedIn(running: Running, way: Way, reader: string): Promise<Person> {
	const person = await Person.at(running, way);
	await person.signIn(reader);
	await person.speak();
	return person;
}
