import { Person, type Running, type Way } from '../console/browser.ts';

/** The demo accounts with the different roles. */
export const READERS = ['platform', 'admin', 'verifier', 'employee'];

export const WIDE: Way = {
	name: 'wide, German, light',
	width: 1440,
	locale: 'de-DE',
	colorScheme: 'light',
	javaScriptEnabled: true,
};
export const NARROW: Way = {
	name: 'narrow, English, dark',
	width: 390,
	locale: 'en-GB',
	colorScheme: 'dark',
	javaScriptEnabled: true,
};

export async function signedIn(running: Running, way: Way, reader: string): Promise<Person> {
	const person = await Person.at(running, way);
	await person.signIn(`${reader}@demo.example`);
	return person;
}
