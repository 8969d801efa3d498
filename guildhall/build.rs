//! How the tests are linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A test process lives for half a second and its program is large: at a fixed address there are
    // no pointers to set right at every start, a tenth of what it computes. The product itself stays
    // where the system puts it.
    println!("cargo::rustc-link-arg-tests=-no-pie");
}
