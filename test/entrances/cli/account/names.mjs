import dns from 'node:dns';

// Stands in for the DNS of the rehearsal: this name leads to this machine.
const { lookup } = dns;
dns.lookup = (name, ...others) => lookup(name === 'benefits.example' ? '127.0.0.1' : name, ...others);
