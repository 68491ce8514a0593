import { Person, type Running } from './browser.ts';
import type { Way } from './ways.ts';

/** The demo accounts with the different roles. */
export const READERS = ['platform', 'admin', 'verifier', 'employee'];

export async function signedIn(running: Running, way: Way, reader: string): Promise<Person> {
	const person = await Person.at(running, way);
	await person.signIn(`${reader}@demo.example`);
	await person.speak();
	return person;
}
