#!/usr/bin/env python3
"""Validates Kubernetes objects strictly and offline, against the schemas that kubernetes-validate carries.

    var/tools/kubernetes-validate/bin/python scripts/validate-manifests.py VERSION FILE…

VERSION is a Kubernetes version such as 1.37, `oldest` or `newest`. Prints each fault, then the number of objects.
"""

import functools
import sys

import yaml
from kubernetes_validate import utils

# Custom resources: Kubernetes has no schema for them, and guildhall/tests/chart checks their fields.
CUSTOM = {
    "gateway.networking.k8s.io",
    "monitoring.coreos.com",
    "postgresql.cnpg.io",
}

# The definitions of a version have megabytes; without this, each object reads them again.
utils.schema_contents = functools.lru_cache(maxsize=None)(utils.schema_contents)


def main(version, files):
    versions = utils.all_versions()
    numbers = sorted({tuple(map(int, utils.major_minor(known).split("."))) for known in versions})
    named = {"oldest": numbers[0], "newest": numbers[-1]}
    if version in named:
        version = ".".join(map(str, named[version]))
    if tuple(map(int, version.split("."))) not in numbers:
        sys.exit(f"kubernetes-validate has no schemas of Kubernetes {version}")
    faults, valid, custom = [], 0, 0
    for file in files:
        with open(file, encoding="utf-8") as text:
            objects = [found for found in yaml.safe_load_all(text) if found]
        if not objects:
            faults.append(f"{file}: contains no object")
        for found in objects:
            if found["apiVersion"].split("/")[0] in CUSTOM:
                custom += 1
                continue
            try:
                utils.validate(found, version, strict=True)
                valid += 1
            except utils.ValidationError as error:
                path = ".".join(map(str, error.path))
                faults.append(f"{file}: {utils.kn(found)}: {path}: {error.message}")
            except utils.SchemaNotFoundError as error:
                faults.append(f"{file}: {utils.kn(found)}: {error.message}")
    for fault in faults:
        print(fault)
    print(f"Kubernetes {version}: {valid} valid, {custom} custom, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
