import { writeSite } from '../site/write.ts';
import { holderOfState, holdState, stateIsHeld } from './state-folder.ts';
import { Stop } from './stop.ts';

/**
 * The custom build of `wrangler.toml`, which wrangler runs before it bundles: writes what is served as files and, for
 * `wrangler dev`, prepares the local state. While that server runs, it is run again at every change and leaves the state alone.
 */
const wrangler = Number(process.argv[2]) || process.ppid;
const command = process.env.WRANGLER_COMMAND;

try {
	writeSite('.assets', Date.now());
	const holder = holderOfState();
	if (command === 'dev' && holder !== null && holder !== wrangler) throw stateIsHeld(holder);
	if (command === 'dev' && holder === null) {
		// Only this needs the runtime, which takes a second to load.
		const { demoAccounts, prepareLocalState } = await import('./prepare.ts');
		await prepareLocalState((step) => console.log(`Zubrot ${step}.`));
		holdState(wrangler);
		console.log(demoAccounts());
	}
} catch (error) {
	console.error(error instanceof Stop ? error.message : error);
	process.exitCode = 1;
}
