// Loaded before the TypeScript of the command line, which Node runs by itself from version 22.18 on.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
	console.error(
		`Zubrot needs Node 22.18 or newer, and this is ${process.version}. npm ci installs the right one beside it; where install scripts are off, run this once: npm rebuild --ignore-scripts=false node`,
	);
	process.exit(1);
}
